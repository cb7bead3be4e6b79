// From a node to a value: numbers with units, vectors, directions, placements, words.
#pragma once

#include "model/reading.hpp"
#include "model/units.hpp"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace jourdain {

// True if the node is a mapping whose keys are all allowed; otherwise every wrong key is reported. `what` is what the
// mapping describes, for messages.
bool check_keys(const Context& context, const Node& node, std::initializer_list<std::string_view> allowed,
                std::string_view what);
void check_keys(const Context& context, const Node& node, const std::vector<std::string>& allowed,
                std::string_view what);

// The value of a required key, or nullptr and an error.
const Node* require(const Context& context, const Node& mapping, SourceMark mark, std::string_view key,
                    std::string_view what);

// The value of an expression; an error gives nothing.
std::optional<Quantity> read_quantity(const Context& context, const Node& node);

// The value of a field of one of the given dimensions, in SI units; an error gives the fallback.
double read_number(const Context& context, const Node& node, const Dimension& dimension, double fallback = 0);
double read_number(const Context& context, const Node& node, const Dimension& dimension, const Dimension& alternative,
                   double fallback = 0);

// The frequency of an oscillation in Hz, given in Hz or rad/s; an error gives the fallback.
double read_frequency(const Context& context, const Node& node, double fallback);

// The value of a key of a mapping, or the fallback if it is not there.
double read_field(const Context& context, const Node& mapping, std::string_view key, const Dimension& dimension,
                  double fallback = 0);

// The same for values that must not be negative.
double read_magnitude(const Context& context, const Node& mapping, std::string_view key, const Dimension& dimension,
                      double fallback = 0);

// A whole number in a range; an error gives nothing.
std::optional<int> read_count(const Context& context, const Node& node, int lowest, int highest);

// A list of three values, or the name of a vector of `each`.
Vector3 read_vector(const Context& context, const Node& node, const Dimension& dimension);

// A unit vector: x, -y, z, or a vector that is not zero; nothing after an error.
std::optional<Vector3> read_direction(const Context& context, const Node& node);

// Unit vector in the direction of a finite vector; nothing if that is zero.
std::optional<Vector3> normalised(const Vector3& vector);

// Orientation from the keys rpy, quaternion or matrix of a mapping; identity if there is none.
Matrix3 read_orientation(const Context& context, const Node& mapping);

// The matrix of three rows of a right-handed orthonormal frame, taken as it is; identity after an error.
Matrix3 read_matrix(const Context& context, const Node& node);

// {at:, rpy: | quaternion: | matrix:} of a mapping whose keys were checked.
Placement read_placement(const Context& context, const Node& mapping);

// A unit quaternion w x y z; nothing after an error. Small rounding is removed.
std::optional<Eigen::Vector4d> read_quaternion(const Context& context, const Node& node);

// Rotation by an angle about a unit vector; exact for multiples of a right angle.
Matrix3 turn_about(const Vector3& axis, double angle);

bool read_bool(const Context& context, const Node& node);

// One of the words, as its index; -1 after an error.
int read_word(const Context& context, const Node& node, const std::vector<std::string>& words, std::string_view what);

// The text of a scalar that is not empty; an error gives "".
std::string read_text(const Context& context, const Node& node, std::string_view what);

// True if the name is well formed: a letter or _, then letters, digits, _ and -. Otherwise an error.
bool check_name(const Context& context, std::string_view name, SourceMark mark, bool dots = false);

}  // namespace jourdain
