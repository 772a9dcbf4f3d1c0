// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/sdf_writer.h"

#include <gtest/gtest.h>

#include "rubble/sdf/xml_writer.h"

namespace rubble {
namespace {

TEST(XmlWriter, IndentsBlocksAndEscapesText) {
  XmlWriter xml;
  xml.open("a", {{"b", "1 < 2 & \"x\""}});
  xml.text("c", "x > y");
  xml.begin_line();
  xml.open("d");
  xml.empty("e", {});
  xml.close();
  xml.end_line();
  xml.close();
  EXPECT_EQ(xml.take(),
            "<a b=\"1 &lt; 2 &amp; &quot;x&quot;\">\n"
            "  <c>x &gt; y</c>\n"
            "  <d><e/></d>\n"
            "</a>\n");
}

TEST(SdfWriter, RoundsNumbersToAMicrometre) {
  EXPECT_EQ(short_number(0.1 + 0.2), "0.3");
  EXPECT_EQ(short_number(-1e-9), "0");
  EXPECT_EQ(short_number(1.23456789), "1.234568");
}

}  // namespace
}  // namespace rubble
