// The checks of the samples' sentences, a file for each category of sandbox/samples.
#ifndef ROCKFALL_TESTS_LIVE_SENTENCES_SENTENCES_H
#define ROCKFALL_TESTS_LIVE_SENTENCES_SENTENCES_H

#include <map>
#include <string>

/** Functions that check the sentence of a sample, by its name. */
using Sentences = std::map<std::string, void (*)()>;

Sentences basics_sentences();
Sentences free_rotation_sentences();
Sentences contact_sentences();
Sentences scarring_sentences();
Sentences wheel_sentences();
Sentences ramp_sentences();
Sentences mountain_sentences();
Sentences compared_sentences();
Sentences issues_sentences();

#endif
