// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// Escapes arbitrary bytes into UTF-8, as JSON requires. A byte that is not valid UTF-8 becomes a
// character in the private use range U+EF80..U+EFFF. Bytes of such characters in the input are
// escaped too, so that every string is restored to the byte. Only for .cpp files of this module.
namespace rubble {

// Length in bytes of the valid character that begins at `at`; 0 if its first byte must be escaped.
std::size_t plain_character_at(const std::string& text, std::size_t at);
// byte: 0x80 or above.
void append_stand_in(std::string& text, unsigned char byte);
std::string without_stand_ins(std::string text);

}  // namespace rubble
