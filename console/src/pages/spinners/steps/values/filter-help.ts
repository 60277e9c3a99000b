/** The template filters that e-mails use most: name, text to insert, and description. */
export const filterHelp: readonly (readonly [name: string, text: string, help: string])[] = [
  ['default', 'default: "there"', 'Inserts another word if the value is empty'],
  ['capitalize', 'capitalize', 'Writes the first letter in upper case'],
  ['upcase', 'upcase', 'Writes all letters in upper case'],
  ['downcase', 'downcase', 'Writes all letters in lower case'],
  ['date', 'date: "%d.%m.%Y"', 'Writes a date in your format'],
  ['date_to_long_string', 'date_to_long_string', 'Writes a date in words, as 21 November 2026'],
  ['truncate', 'truncate: 60', 'Shortens the value to this number of characters'],
  ['truncatewords', 'truncatewords: 10', 'Shortens the value to this number of words'],
  ['replace', 'replace: "a", "b"', 'Replaces one text with another'],
  ['split', 'split: " " | first', 'Takes the first of several words'],
  ['strip', 'strip', 'Removes the spaces around the value'],
  ['round', 'round: 2', 'Rounds a number to this number of decimals'],
  ['plus', 'plus: 1', 'Adds a number'],
  ['minus', 'minus: 1', 'Subtracts a number'],
  ['url_encode', 'url_encode', 'Encodes the value for the address of a link'],
  ['json', 'json', 'Writes the value as JSON, with its quotes'],
]
