/** The template filters that e-mails use most: name, text to insert, and description. */
export const filterHelp: readonly (readonly [name: string, text: string, help: string])[] = [
  ['default', 'default: "there"', 'Inserts another word if the value is empty'],
  ['capitalize', 'capitalize', 'Writes the first letter of the value in upper case'],
  ['upcase', 'upcase', 'Writes all letters of the value in upper case'],
  ['downcase', 'downcase', 'Writes all letters of the value in lower case'],
  ['date', 'date: "%d.%m.%Y"', 'Writes a date value in your format'],
  ['date_to_long_string', 'date_to_long_string', 'Writes a date value in words, as 21 November 2026'],
  ['truncate', 'truncate: 60', 'Shortens the value to the given number of characters'],
  ['truncatewords', 'truncatewords: 10', 'Shortens the value to the given number of words'],
  ['replace', 'replace: "a", "b"', 'Replaces one text in the value with another'],
  ['split', 'split: " " | first', 'Takes only the first word of the value'],
  ['strip', 'strip', 'Removes the spaces around the value'],
  ['round', 'round: 2', 'Rounds the value to the given number of decimals'],
  ['plus', 'plus: 1', 'Adds a number'],
  ['minus', 'minus: 1', 'Subtracts a number'],
  ['url_encode', 'url_encode', 'Encodes the value for the address of a link'],
  ['json', 'json', 'Writes the value as JSON, with its quotes'],
]
