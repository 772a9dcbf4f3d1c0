// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <bit>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace rubble {
namespace {

// At places where the C library's functions give another last bit, most of them, on a CPU with
// fused multiply-add or on one without.
struct KnownDouble {
  const char* name;
  double (*function)(double);
  double x;
  std::uint64_t bits;
};
constexpr KnownDouble kDoubles[] = {
    {"acos", ::acos, -0x1.4043be1762b5ap-1, 0x4001f9043cc8680e},
    {"acosh", ::acosh, 0x1.12fa96a279e95p+0, 0x3fd87e81e93ca394},
    {"asin", ::asin, 0x1.13f965eceba62p-1, 0x3fe23768ceee2616},
    {"asinh", ::asinh, -0x1.32340c8a5676p+0, 0xbff037350ab36a90},
    {"atan", ::atan, 0x1.60cebbac57a36p+3, 0x3ff7af7bf48623da},
    {"atanh", ::atanh, 0x1.bab1dd026e714p-2, 0x3fdd9d9ec254bf78},
    {"cbrt", ::cbrt, -0x1.0f6f18f7af9fap+4, 0xc0048e5451594db5},
    {"cos", ::cos, -0x1.5bdde0941046ep+2, 0x3fe52c4e28b95af6},
    {"cos", ::cos, 0x1.e7cc7f2d343p-2, 0x3fec6ff619420f48},
    {"cosh", ::cosh, 0x1.60cd14ceaa0ep-1, 0x3ff3f3804738a77f},
    {"erf", ::erf, -0x1.1b38e91384741p+0, 0xbfec3bfc86de9876},
    {"erfc", ::erfc, 0x1.309bdc266af7p+1, 0x3f4909b23df3e735},
    {"exp", ::exp, 0x1.40b72474d09dcp+4, 0x41be3d8d9bc32e10},
    {"exp", ::exp, -0x1.762bee7d46fc8p+3, 0x3ee1849aa46d01f0},
    {"exp10", ::exp10, -0x1.3910df4f191bep+3, 0x3de6a2d2c3f3700b},
    {"exp2", ::exp2, -0x1.12106b9eedb3cp+3, 0x3f65a35444abe558},
    {"expm1", ::expm1, 0x1.dd99c8dda1ff4p+3, 0x4147239676d73668},
    {"lgamma", ::lgamma, 0x1.db983b024664ap+1, 0x3ff7240945b42f90},
    {"log", ::log, 0x1.262a840e0de2ep+0, 0x3fc1c9ac21895de8},
    {"log", ::log, 0x1.9629169e971c3p+5, 0x400f6b1fdc5e9265},
    {"log10", ::log10, 0x1.1c96869b267e8p-1, 0xbfd052cb74b6f2cf},
    {"log1p", ::log1p, 0x1.67ca57fe17666p+5, 0x400e9fe40beb16e2},
    {"log2", ::log2, 0x1.eb71b9ad14fefp+4, 0x4013c377134599a9},
    {"sin", ::sin, -0x1.576c144090952p+2, 0x3fe967b70c374aff},
    {"sin", ::sin, -0x1.ccce0f42be062p+2, 0xbfe9661c3a503efb},
    {"sinh", ::sinh, -0x1.aa08ae2d1ac5fp+4, 0xc245547ba9faed92},
    {"tan", ::tan, -0x1.5ca28f3fbd18p+1, 0x3fdc6b0e8ebc1814},
    {"tanh", ::tanh, 0x1.6ae7500e54d7p-2, 0x3fd5c6fc6aefe6c8},
    {"tgamma", ::tgamma, 0x1.8c6c3a96e0de4p+4, 0x44d014f92a56a61f},
};

struct KnownFloat {
  const char* name;
  float (*function)(float);
  float x;
  std::uint32_t bits;
};
constexpr KnownFloat kFloats[] = {
    {"acosf", ::acosf, 0x1.1f7b9ap-1F, 0x3f79801e},
    {"acoshf", ::acoshf, 0x1.724d2ep+0F, 0x3f69b674},
    {"asinf", ::asinf, 0x1.0958c4p-2F, 0x3e863474},
    {"asinhf", ::asinhf, 0x1.29d192p+0F, 0x3f7e075d},
    {"atanf", ::atanf, -0x1.d54fbep+1F, 0xbfa6faeb},
    {"atanhf", ::atanhf, -0x1.108d68p-1F, 0xbf17e85d},
    {"cbrtf", ::cbrtf, 0x1.e65196p+2F, 0x3ffba56a},
    {"cosf", ::cosf, 0x1.311ca6p+0F, 0x3ebd69cf},
    {"coshf", ::coshf, 0x1.12b186p-1F, 0x3f92de3f},
    {"erff", ::erff, 0x1.11375p+0F, 0x3f5e688e},
    {"erfcf", ::erfcf, -0x1.100e2ap+0F, 0x3feefe59},
    {"expf", ::expf, 0x1.a518d8p+3F, 0x48fd5295},
    {"exp10f", ::exp10f, -0x1.789feep+2F, 0x35af0116},
    {"exp2f", ::exp2f, 0x1.679ecep+5F, 0x55f7b736},
    {"expm1f", ::expm1f, 0x1.6b8186p-3F, 0x3e46e192},
    {"lgammaf", ::lgammaf, 0x1.e29902p+4F, 0x428f9d2b},
    {"logf", ::logf, 0x1.5189a4p+5F, 0x406f80ca},
    {"log10f", ::log10f, 0x1.e4ac46p+5F, 0x3fe42455},
    {"log1pf", ::log1pf, 0x1.2bcc9cp+2F, 0x3fde6d95},
    {"log2f", ::log2f, 0x1.18f57p+6F, 0x40c44b7c},
    {"sinf", ::sinf, 0x1.266088p+3F, 0x3e64f450},
    {"sinhf", ::sinhf, 0x1.89bbb8p+4F, 0x50b54f62},
    {"tanf", ::tanf, 0x1.2a3f5p+3F, 0xbdd6e694},
    {"tanhf", ::tanhf, 0x1.b74ca8p-1F, 0x3f31fa8c},
    {"tgammaf", ::tgammaf, 0x1.83cdecp+1F, 0x40039503},
};

struct KnownOfTwo {
  const char* name;
  double (*function)(double, double);
  double x, y;
  std::uint64_t bits;
};
constexpr KnownOfTwo kOfTwo[] = {
    {"atan2", ::atan2, 0x1.eba4dc9d86eb4p-1, -0x1.3cd682d6488f4p+1, 0x40062c1a39dfa4d8},
    {"atan2", ::atan2, 0x1.2c9b0eff22f2ap+3, -0x1.662dfc75c21dp+0, 0x3ffb7f9760d7670b},
    {"hypot", ::hypot, 0x1.ede01a2da6e89p+2, -0x1.e086b270d1683p+1, 0x402129bc5022c8ae},
    {"hypot", ::hypot, 0x1.1b39751756056p+2, -0x1.de0325bf5c80cp+0, 0x40133675c9ad24d5},
    {"pow", ::pow, 0x1.3cef2f0b36e29p+4, -0x1.497f1730f19ep-2, 0x3fd87bfb5395e376},
    {"pow", ::pow, 0x1.1c70392719593p+4, 0x1.8451166dc5dfp-1, 0x4021bd99c060afc6},
};

TEST(SameBits, FunctionsGiveTheKnownBits) {
  for (const KnownDouble& known : kDoubles)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(known.function(known.x)), known.bits) << known.name;
  for (const KnownFloat& known : kFloats)
    EXPECT_EQ(std::bit_cast<std::uint32_t>(known.function(known.x)), known.bits) << known.name;
  for (const KnownOfTwo& known : kOfTwo)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(known.function(known.x, known.y)), known.bits)
        << known.name;
}

// The compiler must not compute itself what it knows the arguments of: it rounds correctly.
TEST(SameBits, ConstantArgumentsGiveTheSameAsOthers) {
  volatile float float_argument = 0.7F;
  volatile double double_argument = 0.7;
  volatile int whole_argument = 3;
  EXPECT_EQ(std::sin(0x1.266088p+3F), std::bit_cast<float>(0x3e64f450));
  EXPECT_EQ(std::tan(0x1.2a3f5p+3F), std::bit_cast<float>(0xbdd6e694));
  EXPECT_EQ(std::acos(0x1.1f7b9ap-1F), std::bit_cast<float>(0x3f79801e));
  EXPECT_EQ(std::sin(-0x1.576c144090952p+2), std::bit_cast<double>(0x3fe967b70c374aff));
  EXPECT_EQ(std::exp(0x1.40b72474d09dcp+4), std::bit_cast<double>(0x41be3d8d9bc32e10));
  EXPECT_EQ(std::atan2(0.7F, 1.3F), std::atan2(float_argument, 1.3F));
  EXPECT_EQ(std::pow(0.7F, 2.0F), std::pow(float_argument, 2.0F));
  EXPECT_EQ(std::pow(0.7, 2), std::pow(double_argument, 2));
  EXPECT_EQ(std::log(3), std::log(whole_argument));
}

std::vector<std::string> listed_functions() {
  std::ifstream file(RUBBLE_SOURCE_DIR "/cmake/math_functions.txt");
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') names.insert(names.end(), {line, line + "f"});
  return names;
}

// What shared libraries find under these names: the program's, not the C library's.
TEST(SameBits, LibrariesFindTheFunctionsInTheProgram) {
  Dl_info own{};
  ASSERT_NE(dladdr(reinterpret_cast<const void*>(&listed_functions), &own), 0);
  const std::vector<std::string> names = listed_functions();
  ASSERT_GT(names.size(), 80U);
  for (const std::string& name : names) {
    Dl_info found{};
    ASSERT_NE(dladdr(dlsym(RTLD_DEFAULT, name.c_str()), &found), 0) << name;
    EXPECT_EQ(found.dli_fbase, own.dli_fbase) << name << " is in " << found.dli_fname;
  }
}

}  // namespace
}  // namespace rubble
