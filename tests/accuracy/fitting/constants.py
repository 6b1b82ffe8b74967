# SPDX-License-Identifier: GPL-3.0-or-later
"""Which constants are fitted, and how they hang together: class -> group (engine and family of devices) -> vendor."""

import collections

from . import rows as measured_rows
from .parameters import Parameters, Slot

# Bounds of a constant, and how far (logarithm) a class lies from its group, a group from its vendor, a vendor from its anchor.
Member = collections.namedtuple("Member", "low high of_class of_group of_anchor")

MEMBERS = {
    "weight_share": Member(0.02, 1.0, 0.10, 0.10, 0.10),
    "cache_share": Member(0.02, 1.0, 0.15, 0.20, 0.20),
    "cache_share_no_flash": Member(0.02, 1.0, 0.15, 0.20, 0.20),
    "layer_us": Member(0.5, 3000.0, 0.25, 0.35, 0.35),
    "moe_layer_us": Member(0.5, 3000.0, 0.30, 0.40, 0.50),
    "linear_layer_us": Member(0.5, 3000.0, 0.20, 0.40, 0.40),
    "token_us": Member(1.0, 20000.0, 0.10, 0.50, 0.50),
    "thread_sync_us": Member(0.01, 50.0, 0.25, 0.30, 0.40),
    "gemm_share": Member(0.002, 2.0, 0.25, 0.30, 0.30),
    "small_batch_share": Member(0.002, 2.0, 0.25, 0.30, 0.40),
    "attention_share": Member(0.002, 2.0, 0.25, 0.35, 0.40),
    "attention_share_no_flash": Member(0.002, 2.0, 0.20, 0.30, 0.40),
    "expert_gemm_share": Member(0.02, 1.0, 0.15, 0.20, 0.30),
    "expert_gemm_share_2048": Member(0.02, 1.0, 0.15, 0.20, 0.30),
    "expert_union_factor": Member(0.1, 4.0, 0.15, 0.20, 0.30),
}
CPU_MEMBERS = ["weight_share", "cache_share", "cache_share_no_flash", "layer_us", "moe_layer_us", "linear_layer_us", "token_us",
               "thread_sync_us", "gemm_share", "small_batch_share", "attention_share", "attention_share_no_flash",
               "expert_gemm_share", "expert_gemm_share_2048", "expert_union_factor"]
DEVICE_MEMBERS = [member for member in CPU_MEMBERS if member != "thread_sync_us"]

# What builds of earlier years reached against today's, besides the time of a layer: prefill and attention kernels.  Kernels were
# written anew: Strix Halo's prompts run at 1.4 times the speed of the summer of 2025, those of CUDA doubled from 2023 to 2024.
EPOCH_MEMBERS = {"gemm_share": 0.5, "small_batch_share": 0.4, "attention_share_no_flash": 0.2}
EPOCH_ROWS = 10

# Where an engine built on another one differs from it.
CHANGED_MEMBERS = {"weight_share": 0.05, "cache_share": 0.15, "layer_us": 0.15, "moe_layer_us": 0.15, "token_us": 0.4,
                   "gemm_share": 0.2, "attention_share": 0.4}

YEAR_FACTOR_DEVIATION = 0.06
YEAR_FACTOR_BOUNDS = (1.0, 2.0)

# Sets of numbers by tensor type: deviation of one type, of the whole set (none: the reference types hold it), largest value.
TYPE_SETS = {"type_factors": (0.10, None, 1.0), "cache_type_factors": (0.35, None, 2.0), "gemm_type_factors": (0.08, None, 4.0),
             "thread_weights": (0.25, 0.3, 1e4)}

# How fast cores of one kind unpack weights against those of a desktop, whose numbers the sets hold.
CORES_DEVIATION = 0.3

# Constants that hang on no class: bounds and deviation.
GENERAL = {
    "crossing_us": (1.0, 2000.0, 0.4), "hop_us": (1.0, 2000.0, 0.4), "row_layer_us": (1.0, 2000.0, 0.6),
    "allreduce_us.pcie": (2.0, 500.0, 0.3), "allreduce_us.pcie_4": (2.0, 500.0, 0.3), "allreduce_us.nvlink": (2.0, 500.0, 0.3),
    "pipeline_share": (0.1, 1.0, 0.15), "link_share_pinned": (0.1, 1.0, 0.15), "link_share_pageable": (0.1, 1.0, 0.3),
    "gemm_tile_tokens": (1.0, 200.0, 0.4), "expert_count_exponent": (0.05, 1.0, 0.3), "four_norms_extra": (0.05, 2.0, 0.3),
    "expert_launch_share": (0.02, 1.0, 0.4),
    "numa_factor": (1.0, 2.0, 0.1), "assumed_host_gbs": (10.0, 400.0, 0.3),
}

# How far chips lie from their class (physics notes 2.9); few lie much further.
CHIP_DEVIATIONS = {"decode": 0.05, "prefill": 0.15}
CPU_CHIP_DEVIATIONS = {"decode": 0.10, "prefill": 0.20}

CPU_ENGINE = "llama.cpp-cpu"
# Engines behind a server: only these spend time on a token outside the model.
SERVER_ENGINES = ("ollama", "vllm", "sglang")

# What the fit knows of one cell of the document before any measurement.
Cell = collections.namedtuple("Cell", "class_name engine builds side like sets fixed group")


def speed_kind(row):
    """The chip factor that acts on a row."""
    return "prefill" if measured_rows.is_prefill(row) else "decode"


class Constants:
    """Parameters, cells, and the slots of the document, gathered by what is perturbed together."""

    def __init__(self, start, rows):
        self.parameters = Parameters()
        self.rows = rows
        self.cells = {}
        self.slots = collections.defaultdict(dict)
        for name, anchor in start["anchors"].items():
            self.add_anchor(name, anchor)
        measured = {(row[place + "class"], row[place + "engine"]) for row in rows for place in ("", "host_")}
        for group in start["groups"]:
            if any((class_name, group["engine"]) in measured for class_name in group["classes"]):
                self.add_group(group)
        for like in start["likes"]:
            if any((class_name, like["engine"]) in measured for class_name in like["classes"]):
                self.add_likes(like)
        for kind in TYPE_SETS:
            self.add_type_sets(kind, start[kind])
        self.add_general(start["general"])
        self.add_chips(rows)

    def add_anchor(self, name, anchor):
        """What a vendor's devices are taken for where nothing is measured."""
        for member, value in anchor.items():
            if member != "source":
                bounds = MEMBERS[member]
                self.parameters.add_near(("anchor", name, member), value, bounds.of_anchor, bounds.low, bounds.high)

    def add_group(self, group):
        """One engine on one family of devices, and its classes."""
        side = "cpu" if group["engine"] == CPU_ENGINE else "gpu"
        members = CPU_MEMBERS if side == "cpu" else DEVICE_MEMBERS
        for member in members:
            bounds = MEMBERS[member]
            self.parameters.add_below(("group", group["name"], member), self.parameters.index["anchor", group["anchor"], member],
                                      bounds.of_group, bounds.low, bounds.high)
        self.parameters.add_near(("year", group["name"]), group["layer_year_factor"], YEAR_FACTOR_DEVIATION, *YEAR_FACTOR_BOUNDS)
        for builds in measured_rows.OLD_BUILDS:
            if self.count_rows(group, builds) >= EPOCH_ROWS:
                for member, deviation in EPOCH_MEMBERS.items():
                    self.parameters.add_effect(("epoch", group["name"], builds, member), deviation)
        for class_name in group["classes"]:
            self.add_class(group, class_name, side, members)

    def count_rows(self, group, builds):
        """Rows of a group measured with builds of one epoch."""
        return sum(row["engine"] == group["engine"] and row["class"] in group["classes"] and measured_rows.epoch(row) == builds
                   for row in self.rows)

    def add_class(self, group, class_name, side, members):
        """The cells of one class."""
        sets = {**group.get("sets", {}), **group.get("class_sets", {}).get(class_name, {})}
        fixed = {**group.get("members", {}), **group.get("class_members", {}).get(class_name, {})}
        factors = group.get("class_factors", {}).get(class_name, {})
        for member in members:
            bounds = MEMBERS[member]
            self.parameters.add_below(("cell", class_name, group["engine"], member),
                                      self.parameters.index["group", group["name"], member],
                                      bounds.of_class, bounds.low, bounds.high, factors.get(member, 1.0))
        for builds in (*measured_rows.OLD_BUILDS, measured_rows.NEW_BUILDS):
            key = class_name, group["engine"], builds
            self.cells[key] = Cell(*key, side, None, sets, fixed, group["name"])
            for member in members:
                self.add_member_slot(key, member, None)
            self.slots[side, "layer_year_factor"][key] = Slot([self.parameters.index["year", group["name"]]], *YEAR_FACTOR_BOUNDS)

    def add_member_slot(self, key, member, change):
        """One number of one cell; @change: of an engine built on the cell's."""
        cell = self.cells[key]
        terms = [self.parameters.index["cell", cell.class_name, cell.like or cell.engine, member]]
        epoch = self.parameters.index.get(("epoch", cell.group, cell.builds, member))
        if epoch is not None:
            terms.append(epoch)
        if change is not None:
            terms.append(change)
        self.slots[cell.side, member][key] = Slot(terms, MEMBERS[member].low, MEMBERS[member].high)

    def add_likes(self, like):
        """An engine built on another: the same cells, with a few factors common to all classes."""
        changes = {member: self.parameters.add_effect(("change", like["name"], member), deviation)
                   for member, deviation in CHANGED_MEMBERS.items()}
        for class_name, engine, builds in list(self.cells):
            if engine != like["like"] or class_name not in like["classes"]:
                continue
            base = self.cells[class_name, engine, builds]
            key = class_name, like["engine"], builds
            sets = {**base.sets, **like.get("sets", {}), **like.get("class_sets", {}).get(class_name, {})}
            self.cells[key] = base._replace(engine=like["engine"], like=engine, sets=sets)
            for member in CPU_MEMBERS if base.side == "cpu" else DEVICE_MEMBERS:
                self.add_member_slot(key, member, changes.get(member))
            self.slots[base.side, "layer_year_factor"][key] = self.slots[base.side, "layer_year_factor"][class_name, engine, builds]

    def add_type_sets(self, kind, sets):
        """Numbers by tensor type."""
        deviation, of_set, largest = TYPE_SETS[kind]
        for name, numbers in sets.items():
            if "like" in numbers:
                continue
            common = [] if of_set is None else [self.parameters.add_effect((kind, name), of_set)]
            for tensor_type, number in numbers.items():
                if tensor_type != "source":
                    index = self.parameters.add_near((kind, name, tensor_type), number, deviation, 0.01, largest)
                    self.slots[kind, tensor_type][name] = Slot([index] + common, 0.01, largest)
        for name, numbers in sets.items():
            if "like" in numbers:
                self.add_similar_set(kind, name, numbers, largest)

    def add_similar_set(self, kind, name, numbers, largest):
        """A set like another one, but for a factor common to all sets of these cores: kernels are those of the engine."""
        key = "cores", numbers["cores"]
        if key not in self.parameters.index:
            self.parameters.add_near(key, numbers["factor"], CORES_DEVIATION, 1e-4, 100.0)
        for slots in [slots for colour, slots in self.slots.items() if colour[0] == kind]:
            if numbers["like"] in slots:
                slots[name] = Slot([*slots[numbers["like"]].terms, self.parameters.index[key]], 0.01, largest)

    def add_general(self, general):
        """Constants that hang on no class."""
        for name, (low, high, deviation) in GENERAL.items():
            value = general
            for part in name.split("."):
                value = value[part]
            self.slots["general", name][None] = Slot([self.parameters.add_near(("general", name), value, deviation, low, high)],
                                                     low, high)

    def add_chips(self, rows):
        """What chips differ by."""
        for row in rows:
            chip, kind, side = (row["chip"], row["engine"]), speed_kind(row), self.side_of(row)
            deviation = (CPU_CHIP_DEVIATIONS if side == "cpu" else CHIP_DEVIATIONS)[kind]
            if chip not in self.slots["chip", kind, side]:
                index = self.parameters.add_effect(("chip", *chip, kind), deviation, is_robust=True)
                self.slots["chip", kind, side][chip] = Slot([index], 0.25, 4.0)

    def cell_keys(self, row):
        """The cells a row depends on, by side."""
        builds = measured_rows.epoch(row)
        keys = [(row["class"], row["engine"], builds), (row["host_class"], row["host_engine"], builds)]
        return {self.cells[key].side: key for key in reversed(keys) if key in self.cells}

    def side_of(self, row):
        """Where a row's device computes; None for a device that no cell covers."""
        cell = self.cells.get((row["class"], row["engine"], measured_rows.epoch(row)))
        return cell.side if cell else None

    def slot_of(self, row, colour):
        """The slot of a colour a row depends on, or None."""
        kind = colour[0]
        if kind == "general":
            return self.slots[colour][None]
        if kind == "chip":
            return self.slots[colour].get((row["chip"], row["engine"])) if colour[1] == speed_kind(row) else None
        keys = self.cell_keys(row)
        if kind in ("gpu", "cpu"):
            return self.slots[colour].get(keys.get(kind))
        # Products of a split model run on the device: it takes large batches of the host's weights, too.
        side = "cpu" if kind == "thread_weights" or kind == "gemm_type_factors" and "gpu" not in keys else "gpu"
        cell = self.cells.get(keys.get(side))
        return self.slots[colour].get(cell.sets.get(SET_MEMBERS[kind])) if cell else None

    def values(self, x):
        """All constants, by colour and what they hold for."""
        return {colour: {key: slot.value(x) for key, slot in slots.items()} for colour, slots in self.slots.items()}


# The member of a cell that names one of the sets.
SET_MEMBERS = {"type_factors": "type_factor", "cache_type_factors": "cache_type_factor", "gemm_type_factors": "gemm_type_factor",
               "thread_weights": "thread_weights"}
