/** The encodings that files come in, by the names that the standard has for them. */
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

/** How a file is to be read; what is absent is told by the file itself, but for the encoding, which is UTF-8 then. */
export interface FileOptions {
  readonly encoding?: Encoding
  readonly delimiter?: Delimiter
  /** Of a spreadsheet, the name of the sheet; the first unless told. */
  readonly sheet?: string
}
