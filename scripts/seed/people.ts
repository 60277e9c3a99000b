const firstNames =
  'Amara Anika Beatriz Bram Camille Chidi Daria Diego Elif Emre Farah Femke Giulia Hana Hugo Ines Jonas Kaito Katrin Leila Lena Lucas Maja Malik Marta Mateo Mei Nadia Nils Noor Olivia Omar Petra Rafael Rosa Samir Sofia Tariq Yara Zoe'
const lastNames =
  'Abara Almeida Andersen Bakker Bianchi Castillo Chen Costa Dubois Eriksen Fischer Garcia Haddad Hansen Ito Jansen Kaya Keller Kim Kowalski Laurent Lindqvist Mensah Moreau Nakamura Novak Okafor Oliveira Petrov Rossi Santos Schmidt Silva Suzuki Tanaka Varga Visser Weber Yilmaz Zhang'
const companyWords =
  'Alder Amber Beacon Birch Bluewater Brightside Cobalt Copper Evergreen Fjord Foxglove Granite Harbor Heron Indigo Juniper Lakeside Lantern Maple Meridian Northgate Oakwood Orchard Pinecrest Quarry Redwood Riverbend Saffron Silverline Summit'
const companyKinds =
  'Analytics,Architects,Bakery,Clinics,Foods,Freight,Hotels,Instruments,Legal,Logistics,Media,Motors,Paper,Robotics,Software,Studios,Textiles,Travel'
const cities =
  'Amsterdam,Berlin,Copenhagen,Lisbon,London,Lyon,Madrid,Milan,Oslo,Porto,Prague,Stockholm,Vienna,Warsaw'
const plans = ['trial', 'trial', 'team', 'team', 'business']
const sources = ['webinar', 'website', 'referral', 'trade fair', 'partner']

export interface SamplePerson {
  readonly name: string
  readonly firstName: string
  readonly email: string
  readonly phone: string
  readonly company: string
  readonly city: string
  readonly plan: string
  readonly source: string
  readonly seats: number
}

/**
 * Returns invented people, the same ones in every run. Their addresses are under `.test` and `example.com`,
 * which are reserved and have no mail server. Some people have no address, as in any real list.
 */
export function samplePeople(count: number, seed: number): SamplePerson[] {
  const next = numbers(seed)
  const pick = (values: readonly string[]): string => values[Math.floor(next() * values.length)] ?? ''
  return Array.from({ length: count }, (_, no) => {
    const firstName = pick(firstNames.split(' '))
    const lastName = pick(lastNames.split(' '))
    const company = `${pick(companyWords.split(' '))} ${pick(companyKinds.split(','))}`
    const domain = no % 4 === 0 ? 'example.com' : `${company.toLowerCase().replaceAll(' ', '-')}.test`
    const address = `${firstName}.${lastName}.${seed}${no}@${domain}`.toLowerCase()
    return {
      name: `${firstName} ${lastName}`,
      firstName,
      email: next() < 0.03 ? '' : address,
      // Returns phone numbers between 01632 960000 and 01632 960999, which are reserved for fiction.
      phone: `+44 1632 960${String(no % 1000).padStart(3, '0')}`,
      company,
      city: pick(cities.split(',')),
      plan: pick(plans),
      source: pick(sources),
      seats: 1 + Math.floor(next() ** 3 * 200),
    }
  })
}

/** Returns a generator of numbers between 0 and 1, in an order that depends on the seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
