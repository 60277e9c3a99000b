/** How the values of a column are compared with each other: as addresses, as phone numbers, or as text. */
export type ColumnKind = 'email' | 'phone' | 'text'

/** As they are after blanks, dots, lines and case are taken out: "E-Mail Address" is `emailaddress`. */
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

/** Told by the name of the column: the lists are closed, so that what matches does not change by itself. */
export function columnKind(name: string): ColumnKind {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s._-]/gu, '')
  return emailNames.has(plain) ? 'email' : phoneNames.has(plain) ? 'phone' : 'text'
}
