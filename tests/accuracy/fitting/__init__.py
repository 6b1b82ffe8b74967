# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the constants of data/catalog/efficiency.json to measured speeds; every prediction comes from the C program."""
