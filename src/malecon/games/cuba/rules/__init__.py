"""The rules of Cuba, a module for each chapter of their text."""
