import { verify } from '@node-rs/argon2'
import { openArena, thousands } from './support/arena.ts'
import { sizes } from './support/sizes.ts'

const clients = 16
const { people, seconds } = sizes
const password = 'correct horse battery staple'

/** Sign-ins per second against nothing but the hash, which is meant to be slow. */
export async function loginBench(): Promise<void> {
  const { service, database } = await openArena({ TRUSTED_PROXIES: '1' })
  for (let no = 0; no < people; no++) {
    const { status } = await post(`${service}/api/v1/auth/sign-up`, {
      email: emailOf(no),
      password,
      name: 'Bench',
      organizationName: 'Bench',
    })
    if (status !== 201) throw new Error(`The sign-up answered ${status}`)
  }
  const { rows } = await database.query<{ hash: string }>(
    'select password_hash as hash from users where email = $1',
    [emailOf(0)],
  )
  const hash = rows[0]?.hash ?? ''
  const floor = await perSecond(2, () => verify(hash, password))
  let no = 0
  const logins = await perSecond(clients, async () => {
    const answer = await post(`${service}/api/v1/auth/login`, { email: emailOf(no++ % people), password })
    if (answer.status !== 200) throw new Error(`The login answered ${answer.status}`)
  })
  process.stdout.write(
    `hashes per second, two at once  ${thousands(floor)}\n` +
      `logins per second, ${clients} clients   ${thousands(logins)}   ratio ${(logins / floor).toFixed(2)}\n`,
  )
}

const emailOf = (no: number): string => `bench${no}@example.com`

let addresses = 0

/** Each from an address of its own, or the throttle would be what is measured. */
function post(url: string, json: object): Promise<Response> {
  const no = addresses++
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${no >> 16}.${(no >> 8) & 255}.${no & 255}`,
    },
    body: JSON.stringify(json),
  })
}

async function perSecond(atOnce: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  const until = started + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await work()
        done++
      }
    }),
  )
  return (done / (performance.now() - started)) * 1000
}
