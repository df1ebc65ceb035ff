#pragma once

#include "protocol/data/data.h"

namespace vow::cfengine {

/// The language's bundle types, promise types, body types, attributes and functions, in the
/// reference's form of `cf-promises --syntax-description json`, which editors and generators read.
Data syntax_data();

} // namespace vow::cfengine
