"""The documentation site: its pages, as ``docs/navigation.toml`` names them, in the form that Sphinx builds."""
