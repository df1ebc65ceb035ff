#include "protocol/data/shared_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace shared_text_test {

using namespace vow;

TEST_CASE("a shared text is the text that it was made of, whatever its length and its bytes") {
    for (const std::string& text :
         {std::string(), std::string("a"), std::string(4096, 'x'), std::string("a\0b", 3)})
        CHECK(SharedText(text).view() == text);
    CHECK(SharedText().view().empty());
}

TEST_CASE("copies share one text, which stays valid as long as any of them") {
    std::vector<SharedText> copies(3, SharedText("an example"));
    const char* const place = copies.front().view().data();
    const SharedText last = copies.back();
    copies.clear();
    CHECK(last.view() == "an example");
    CHECK(last.view().data() == place);
}

TEST_CASE("a shared text can be assigned, also to itself") {
    SharedText text("first");
    const SharedText& same = text;
    text = same;
    CHECK(text.view() == "first");
    SharedText other("second");
    text = std::move(other);
    CHECK(text.view() == "second");
    text = SharedText();
    CHECK(text.view().empty());
}

} // namespace shared_text_test
