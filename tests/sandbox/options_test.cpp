// Help and messages of the command lines.
#include "common/options.h"

#include <doctest/doctest.h>

#include <memory>

#include "sandbox/temporary.h"

namespace {

/** A program with every kind of option. */
struct SmallProgram {
  CLI::App app{"Text", "small"};
  std::uint32_t rocks = 0;
  int frames = 0;
  double scale = 0;
  std::string quality, file;
  std::vector<std::string> fits;

  SmallProgram() {
    app.formatter(std::make_shared<sandbox::PlainFormatter>());
    app.add_option("--rocks", rocks, "Rocks")->check(sandbox::whole_number_in(1, 10));
    app.add_option("--frames", frames, "Frames")->check(sandbox::whole_number_in(1, 20));
    app.add_option("--scale", scale, "Scale")->check(sandbox::number_in(0.5, 4));
    app.add_option("--quality", quality, "Quality")->check(sandbox::one_of({"low", "high"}));
    app.add_option("--file", file, "File")->type_name("FILE");
    app.add_option("--fit", fits, "Fit")->type_name("KEY=FROM:TO")->allow_extra_args(false);
  }
  std::string refusal_of(const std::string& arguments) {
    try {
      app.parse(arguments);
    } catch (const CLI::ParseError& error) {
      return sandbox::text_of(app, error);
    }
    return {};
  }
};

}  // namespace

TEST_CASE("the help names values and their ranges in words, not the types of the parser") {
  const SmallProgram program;
  const std::string help = program.app.help();
  CAPTURE(help);
  CHECK(says(help, "--rocks N (1 to 10) "));
  CHECK(says(help, "--frames N (1 to 20) "));
  CHECK(says(help, "--scale X (0.5 to 4) "));
  CHECK(says(help, "--quality low|high "));
  CHECK(says(help, "--file FILE "));
  CHECK(says(help, "--fit KEY=FROM:TO "));
  for (const char* type : {"TEXT", "INT", "FLOAT"}) CHECK(!says(help, type));
}

TEST_CASE("messages about wrong arguments name the option and what it must be") {
  SmallProgram program;
  CHECK(program.refusal_of("--rocks") == "--rocks needs a value");
  CHECK(program.refusal_of("--rocks 3 --scale 1 --rocks 4") == "--rocks is given more than once");
  CHECK(program.refusal_of("--frames 0") == "--frames: must be a whole number from 1 to 20, not '0'");
  CHECK(program.refusal_of("--scale 5") == "--scale: must be a number from 0.5 to 4, not '5'");
  CHECK(program.refusal_of("--quality best") == "--quality: must be one of: low, high, not 'best'");
  CHECK(program.refusal_of("--quality hgih") == "--quality: must be one of: low, high, not 'hgih'; is 'high' meant?");
  CHECK(program.refusal_of("--rocks 3 --frmes=4 --scale 1") == "'--frmes' is an unknown option; is '--frames' meant?");
  CHECK(program.refusal_of("one --qualty low two") == "'--qualty' is an unknown option; is '--quality' meant?");
  CHECK(program.refusal_of("-x") == "'-x' is an unknown option");
  CHECK(program.refusal_of("--rocks 3 one two") == "'one' is one argument too many");
  CHECK(program.refusal_of("--rocks 3 --frames 4 --scale 1 --quality low").empty());
}
