"""The rules of Havana, a module for each chapter of their text."""
