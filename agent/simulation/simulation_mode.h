#pragma once

namespace vow::agent {

/// The files that a simulation shows: the changed ones as they would be, those and the unchanged
/// ones, or how the changed ones differ from those of the machine.
enum class SimulationMode { manifest, manifest_full, diff };

} // namespace vow::agent
