/** The encodings in which an imported file may be written, by their names in the Encoding Standard. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof encodings)[number]

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/**
 * The settings for reading an imported file. Absent settings are detected from the file, except the encoding,
 * which is UTF-8 by default.
 */
export interface FileOptions {
  readonly encoding?: Encoding
  readonly delimiter?: Delimiter
  /** The name of the sheet of a spreadsheet; absent for the first sheet. */
  readonly sheet?: string
}
