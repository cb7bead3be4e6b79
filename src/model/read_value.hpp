// From a node to a value: numbers with units, vectors, directions, placements, words.
#pragma once

#include "model/reading.hpp"
#include "model/units.hpp"

#include <optional>
#include <string_view>

namespace jourdain {

struct PlacementKeys;

// True if the node is a map; otherwise that is reported. `what` it describes, for messages: "a drive".
bool check_map(const Context& context, const Node& node, std::string_view what);

// Reports keys of a map that are not allowed.
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

// A whole number in a range; an error gives nothing.
std::optional<int> read_count(const Context& context, const Node& node, int lowest, int highest);

// A list of three values, or the name of a vector of `each`.
Vector3 read_vector(const Context& context, const Node& node, const Dimension& dimension);

// A unit vector: x, -y, z, or a vector that is not zero; nothing after an error.
std::optional<Vector3> read_direction(const Context& context, const Node& node);

// Unit vector in the direction of a finite vector; nothing if that is zero.
std::optional<Vector3> normalised(const Vector3& vector);

// The matrix of three rows of a right-handed orthonormal frame, taken as it is; identity after an error.
Matrix3 read_matrix(const Context& context, const Node& node);

// The placement that these keys of a mapping tell, or those of a map. `what` it is: "a tool".
Placement placement_of(const Context& context, const Node& mapping, const PlacementKeys& keys);
Placement read_placement(const Context& context, const Node& node, std::string_view what);

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
