// What the program arranges with the system before anything else.
#pragma once

namespace jourdain::cli {

// Gives a program that was started without standard streams closed ones, so that no file that it opens takes their
// place and gets their text. Writing to them fails.
void secure_standard_streams() noexcept;

// Interrupted, hung up on, or left by the reader of its output, the program ends by the same signal as ever, but
// removes its temporary files before. Signals that are ignored stay so. A file that grows beyond the limit of the
// system is an error of writing, not a signal.
void remove_files_when_interrupted() noexcept;

// A program that cannot get memory says so, removes its temporary files and ends with the exit code of bad input,
// whatever it was doing.
void leave_when_out_of_memory() noexcept;

// The same at once.
[[noreturn]] void leave_out_of_memory() noexcept;

}  // namespace jourdain::cli
