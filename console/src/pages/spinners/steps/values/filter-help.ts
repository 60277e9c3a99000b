import { t } from '../../../../languages/text.ts'

/** The template filters that e-mails use most: name, text to insert, and description. */
export const filterHelp: readonly (readonly [name: string, text: string, help: string])[] = [
  ['default', 'default: "there"', t('Inserts another word if the value is empty')],
  ['capitalize', 'capitalize', t('Writes the first letter of the value in upper case')],
  ['upcase', 'upcase', t('Writes all letters of the value in upper case')],
  ['downcase', 'downcase', t('Writes all letters of the value in lower case')],
  ['date', 'date: "%d.%m.%Y"', t('Writes a date value in your format')],
  ['date_to_long_string', 'date_to_long_string', t('Writes a date value in words, as 21 November 2026')],
  ['truncate', 'truncate: 60', t('Shortens the value to the given number of characters')],
  ['truncatewords', 'truncatewords: 10', t('Shortens the value to the given number of words')],
  ['replace', 'replace: "a", "b"', t('Replaces one text in the value with another')],
  ['split', 'split: " " | first', t('Takes only the first word of the value')],
  ['strip', 'strip', t('Removes the spaces around the value')],
  ['round', 'round: 2', t('Rounds the value to the given number of decimals')],
  ['plus', 'plus: 1', t('Adds a number')],
  ['minus', 'minus: 1', t('Subtracts a number')],
  ['url_encode', 'url_encode', t('Encodes the value for the address of a link')],
  ['json', 'json', t('Writes the value as JSON, with its quotes')],
]
