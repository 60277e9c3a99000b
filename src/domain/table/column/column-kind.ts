/** The kinds of comparison of a column's values: as addresses, as phone numbers or as text. */
export type ColumnKind = 'email' | 'phone' | 'text'

/**
 * Column names in lower case without blanks, dots, dashes and underscores: "E-Mail Address" is
 * `emailaddress`.
 */
const emailNames = new Set(
  [
    'email mail emailaddress mailaddress emailadresse mailadresse',
    'workemail businessemail companyemail privateemail personalemail',
    'primaryemail contactemail leademail customeremail useremail email1',
  ].flatMap((names) => names.split(' ')),
)
const phoneNames = new Set(
  [
    'phone phonenumber phoneno telephone telephonenumber tel telno',
    'mobile mobilephone mobilenumber mobileno cell cellphone cellnumber',
    'workphone businessphone homephone primaryphone contactphone phone1',
    'telefon telefonnummer handy handynummer mobil mobilnummer whatsapp msisdn',
  ].flatMap((names) => names.split(' ')),
)

/**
 * Returns the kind of a column by its name. The lists of names are closed, so that an update of the service
 * does not change which records match.
 */
export function columnKind(name: string): ColumnKind {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s._-]/gu, '')
  return emailNames.has(plain) ? 'email' : phoneNames.has(plain) ? 'phone' : 'text'
}
