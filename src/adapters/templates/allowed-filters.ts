/**
 * The filters that templates may use, as docs/use/templates.md lists them. Three kinds of filters are left out: those
 * for lists of objects, which no record has; those with an expression, which is run for each member of a
 * list; those that search repeatedly from the end of a text, which took seconds with a long cell.
 */
export const allowedFilters = [
  // Filters of templates that change or cut a text.
  'append',
  'capitalize',
  'default',
  'downcase',
  'lstrip',
  'newline_to_br',
  'normalize_whitespace',
  'number_of_words',
  'prepend',
  'remove',
  'remove_first',
  'replace',
  'replace_first',
  'rstrip',
  'size',
  'slice',
  'slugify',
  'squish',
  'strip',
  'strip_html',
  'strip_newlines',
  'truncate',
  'truncatewords',
  'upcase',
  // Filters of templates that split, join or select parts of a text.
  'first',
  'join',
  'last',
  'reverse',
  'sort',
  'split',
  'uniq',
  // Filters of templates that compute with numbers.
  'abs',
  'at_least',
  'at_most',
  'ceil',
  'divided_by',
  'floor',
  'minus',
  'modulo',
  'plus',
  'round',
  'times',
  'to_integer',
  // Filters of templates that write a date as text.
  'date',
  'date_to_long_string',
  'date_to_rfc822',
  'date_to_string',
  'date_to_xmlschema',
  // Filters of templates that convert a text to another form, such as JSON or base64.
  'base64_decode',
  'base64_encode',
  'cgi_escape',
  'escape',
  'escape_once',
  'hmac_sha256',
  'json',
  'jsonify',
  'raw',
  'sha256',
  'uri_escape',
  'url_decode',
  'url_encode',
  'xml_escape',
] as const

/**
 * The tags that templates may use. The other tags read files, which templates do not have, or write tables of
 * lists.
 */
export const allowedTags = [
  '#',
  'assign',
  'break',
  'capture',
  'case',
  'comment',
  'continue',
  'cycle',
  'decrement',
  'echo',
  'for',
  'if',
  'increment',
  'liquid',
  'raw',
  'unless',
] as const
