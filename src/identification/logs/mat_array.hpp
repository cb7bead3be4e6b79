// A variable of a MAT file, as far as a log may hold it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace jourdain {

struct MatArray {
  enum class Kind { numbers, structure, sparse, complex, other };
  Kind kind = Kind::other;
  std::string name;
  std::vector<std::size_t> dims;
  std::vector<double> numbers;   // column by column
  std::vector<MatArray> fields;  // of a structure's first element
  std::size_t elements() const;
};

// Bytes of a file with the order of its numbers.
struct MatBytes {
  std::span<const std::uint8_t> bytes;
  bool little = true;
};

// What is wrong with a variable; the caller knows the file and which variable it is.
struct MatDamage {
  std::string message;
};

constexpr std::size_t most_mat_bytes = std::size_t{1} << 31;  // of a variable

// A matrix of version 5: what follows its tag. Throws MatDamage.
MatArray mat_array(const MatBytes& matrix);

// Variables of a file of version 4, 5, 6 or 7, one after the other; false for version 7.3, which is HDF5. Throws
// Error(input) for what ends early, is damaged or is no MAT file.
bool read_mat_variables(const std::string& path, const std::function<void(MatArray)>& take);

// The type of numbers of a file's element as doubles, `count` of them. Throws MatDamage for other types and too few.
std::vector<double> mat_numbers(std::uint32_t type, const MatBytes& data, std::size_t count);

}  // namespace jourdain
