#pragma once

#include "protocol/harness/conformance/examination.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// A given promise with another text in one place.
struct VariedSample {
    std::string place; ///< "the attribute 'content'"
    SentPromise usual;
    SentPromise promise;
};

/// Each attribute of a given promise type once, in a promise that has a text for it: the text is
/// changed. Attributes that have few values by their description are left out.
std::vector<VariedSample> samples_with_attributes(
    const Examination& examination, const std::function<std::string(std::string_view)>& change
);

/// The first given promise of each type with a changed promiser.
std::vector<VariedSample> samples_with_promisers(
    const Examination& examination, const std::function<std::string(std::string_view)>& change
);

/// The same with a folder of its own, which is empty, and removed by end_run().
VariedSample with_own_folder(const VariedSample& sample, const SampleFolder& folder);
void end_run(const SampleFolder& folder);

} // namespace vow::harness
