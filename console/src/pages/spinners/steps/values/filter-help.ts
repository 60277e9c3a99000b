/** The template filters that e-mails use most: name, text to insert, and description. */
export const filterHelp: readonly (readonly [name: string, text: string, help: string])[] = [
  ['default', 'default: "there"', 'Another word if the value is empty'],
  ['capitalize', 'capitalize', 'First letter in upper case'],
  ['upcase', 'upcase', 'All letters in upper case'],
  ['downcase', 'downcase', 'All letters in lower case'],
  ['date', 'date: "%d.%m.%Y"', 'A date in your format'],
  ['date_to_long_string', 'date_to_long_string', 'A date in words, as 21 November 2026'],
  ['truncate', 'truncate: 60', 'At most so many characters'],
  ['truncatewords', 'truncatewords: 10', 'At most so many words'],
  ['replace', 'replace: "a", "b"', 'One text for another'],
  ['split', 'split: " " | first', 'The first of several words'],
  ['strip', 'strip', 'Without spaces around it'],
  ['round', 'round: 2', 'A number with so many decimals'],
  ['plus', 'plus: 1', 'A number more'],
  ['minus', 'minus: 1', 'A number less'],
  ['url_encode', 'url_encode', 'For the address of a link'],
  ['json', 'json', 'As JSON, with its quotes'],
]
