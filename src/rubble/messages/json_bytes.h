// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// JSON is UTF-8 and names from outside need not be. A byte that does not fit stands as a character
// of the private range U+EF80..U+EFFF, and so do the bytes of such characters themselves: every
// string comes back to the byte. Only for the .cpp files of this module.
namespace rubble {

// Length of the character that begins here if it may stand as it is; 0 if its first byte needs a
// stand-in.
std::size_t plain_character_at(const std::string& text, std::size_t at);
// byte: 0x80 or above.
void append_stand_in(std::string& text, unsigned char byte);
std::string without_stand_ins(std::string text);

}  // namespace rubble
