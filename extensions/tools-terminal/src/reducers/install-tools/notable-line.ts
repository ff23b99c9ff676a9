/** A line of an install that the model may have to act on; never dropped, whatever it looks like. */
export const NOTABLE_LINE =
  /\b(?:warn(?:ing)?|err(?:or)?s?|deprecat\w*|vulnerab\w*|fail\w*|denied|conflict\w*|cannot|could not|critical|unmet|missing|unsupported|invalid|notice|retry\w*)\b/i;
