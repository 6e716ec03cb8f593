"""Use cases: what people, programs and computer players do at tables, carried out and stored."""
