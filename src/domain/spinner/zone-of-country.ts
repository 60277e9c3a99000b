/**
 * The main time zone of each country with several zones: the zone in which most people live. A person in
 * another zone is written to some hours off, unless a column gives the exact zone.
 */
const mainZones: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  // For these countries with a single time zone, `getTimeZones` returns a former name, such as "Asia/Calcutta".
  // The list gives the present name.
  IN: 'Asia/Kolkata',
  MM: 'Asia/Yangon',
  NP: 'Asia/Kathmandu',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
}

interface LocaleWithZones extends Intl.Locale {
  getTimeZones?(): string[] | undefined
}

/**
 * Returns the main time zone of a country by its two letters, such as "NP"; null if there is no such country.
 */
export function zoneOfCountry(country: string): string | null {
  if (!/^[A-Z]{2}$/.test(country)) return null
  const main = mainZones[country]
  if (main !== undefined) return main
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.()?.[0] ?? null
}
