// SPDX-License-Identifier: Apache-2.0
// The colours of reports. Drawings use the light ones; a page replaces them by the dark ones on
// dark screens.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace rubble::report {

struct ThemeColor {
  std::string_view name;   // of the CSS variable, and of the class in drawings
  std::string_view light;  // #rrggbb
  std::string_view dark;   // #rrggbb
};

inline constexpr ThemeColor kPaper{"paper", "#ffffff", "#191f26"};
inline constexpr ThemeColor kBackground{"background", "#f5f7f9", "#11161b"};
inline constexpr ThemeColor kInk{"ink", "#1c2630", "#e3e8ed"};
inline constexpr ThemeColor kSoft{"soft", "#566471", "#9dabb8"};
inline constexpr ThemeColor kGrid{"grid", "#e1e6ea", "#2d3640"};
inline constexpr ThemeColor kEdge{"edge", "#89949e", "#5d6975"};
inline constexpr ThemeColor kAlert{"alert", "#b3273a", "#ff8592"};
inline constexpr ThemeColor kGood{"good", "#e7f5ec", "#1c3326"};
inline constexpr ThemeColor kNotice{"notice", "#fbe3c6", "#4a3516"};

// Series, told apart by most colour-blind readers in this order.
inline constexpr std::array<ThemeColor, 8> kSeriesColors{{{"blue", "#2f6db3", "#6aa9ee"},
                                                          {"red", "#d1495b", "#f27d8c"},
                                                          {"green", "#3a8f5c", "#63c088"},
                                                          {"amber", "#b9770e", "#e0a54a"},
                                                          {"violet", "#7d4fa3", "#b78ada"},
                                                          {"teal", "#13848c", "#45bcc4"},
                                                          {"brown", "#8c564b", "#c28d81"},
                                                          {"slate", "#5b6770", "#98a4ad"}}};

inline constexpr std::array<ThemeColor, 9> kPageColors{kPaper, kBackground, kInk,  kSoft,  kGrid,
                                                       kEdge,  kAlert,      kGood, kNotice};

// The colour of a series, repeated after the last.
constexpr std::string_view series_color(std::size_t index) {
  return kSeriesColors[index % kSeriesColors.size()].light;
}

}  // namespace rubble::report
