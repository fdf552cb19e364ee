"""The screens: title, new game, the table, the results, help. Each shows rows and takes named actions."""
