import { describe, expect, it } from '@jest/globals'
import { apiPrefix } from '../../../src/adapters/http/api-prefix.ts'
import { SystemClock } from '../../../src/adapters/system/system-clock.ts'
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts'
import { SystemTimers } from '../../../src/adapters/system/system-timers.ts'
import { UuidIds } from '../../../src/adapters/system/uuid-ids.ts'
import { isId } from '../../../src/domain/id.ts'
import { PublicUrls } from '../../../src/domain/public-urls.ts'
import { CapturingMailer } from '../../support/data/capturing-mailer.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

describe('Ids', () => {
  it('are UUIDs of version 7 in the format of the database, each greater than the previous one', () => {
    const ids = new UuidIds(new SystemClock())
    const made = Array.from({ length: 10_000 }, () => ids.next())
    expect(made.every((id) => isId(id) && id === id.toLowerCase() && id[14] === '7')).toBe(true)
    expect(made.every((id, index) => index === 0 || id > (made[index - 1] ?? ''))).toBe(true)
  })
})

describe('Ids for a clock', () => {
  it('contain its time, and are ordered at one moment even if other ids are created in between', () => {
    const clock = new FakeClock(new Date('2031-03-01T09:00:00.000Z'))
    const ids = new UuidIds(clock)
    const made = [0, 1, 2].map(() => {
      const id = ids.next()
      clock.set('2026-11-20T12:00:00.000Z')
      ids.next()
      clock.set('2031-03-01T09:00:00.000Z')
      return id
    })
    expect(made).toEqual(made.toSorted())
    const times = made.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
    expect(times).toEqual(made.map(() => Date.parse('2031-03-01T09:00:00.000Z')))
  })
})

describe('Randomness', () => {
  it('returns different numbers from 0 to below 1', () => {
    const randomness = new SystemRandomness()
    const drawn = Array.from({ length: 1_000 }, () => randomness.next())
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true)
    expect(new Set(drawn).size).toBeGreaterThan(990)
  })
})

describe('Clock', () => {
  it('returns the system time', () => {
    const clock = new SystemClock()
    for (const time of [clock.now(), clock.realNow()])
      expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(1_000)
  })
})

describe('Timers', () => {
  const timers = new SystemTimers()

  it('measure elapsed time, and wait for as long as requested', async () => {
    const before = timers.elapsedMs()
    await timers.sleep(20)
    expect(timers.elapsedMs() - before).toBeGreaterThanOrEqual(19)
  })

  it('run work later, unless it is cancelled', async () => {
    const done: string[] = []
    const cancel = timers.after(1, () => done.push('cancelled'))
    cancel()
    await new Promise<void>((resolve) => {
      timers.after(5, () => {
        done.push('done')
        resolve()
      })
    })
    expect(done).toEqual(['done'])
  })

  it('repeat work until it is cancelled', async () => {
    let count = 0
    const cancelled = await new Promise<number>((resolve) => {
      const cancel = timers.every(1, () => {
        count++
        if (count < 3) return
        cancel()
        resolve(count)
      })
    })
    await timers.sleep(20)
    expect(count).toBe(cancelled)
  })

  it('abort a signal later', async () => {
    const signal = timers.abortAfter(5)
    expect(signal.aborted).toBe(false)
    await new Promise((done) => signal.addEventListener('abort', done))
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('let pending work run before the caller continues', async () => {
    const done: string[] = []
    setImmediate(() => done.push('pending'))
    await timers.yieldToOthers()
    expect(done).toEqual(['pending'])
  })
})

describe('PublicUrls', () => {
  const urls = new PublicUrls('https://spindle.example', apiPrefix)

  it.each([
    ['/api/v1/public/data-tables/ingest/tbl_x', () => urls.webhook('tbl_x')],
    ['/api/v1/channels/postmark/evt_x', () => urls.events('postmark', 'evt_x')],
    ['/api/v1/channels/google/callback', () => urls.channelCallback('google')],
    ['/api/v1/auth/oidc/callback', () => urls.openIdCallback(null)],
    ['/api/v1/auth/oidc/callback/an-id', () => urls.openIdCallback('an-id')],
    ['/senders', () => urls.senders()],
    ['/destinations', () => urls.destinations()],
  ])('are built from PUBLIC_API_URL: %s', (path, url) => {
    expect(url()).toBe(`https://spindle.example${path}`)
  })

  it.each([
    ['/reset-password', () => urls.passwordReset('token', 'en')],
    ['/change-address', () => urls.addressChange('token', 'en')],
    ['/demo', () => urls.demo('token')],
    ['/sign-up', () => urls.signUp('token')],
    ['/join', () => urls.join('token', 'en')],
    ['/confirm', () => urls.confirmation('token', 'en')],
  ])('have the token behind a "#", so that no server receives it: %s', (path, url) => {
    expect(url()).toBe(`https://spindle.example${path}#token`)
  })

  it('name the language of the organization, except English', () => {
    expect(urls.join('token', 'fr')).toBe('https://spindle.example/join?organization-language=fr#token')
  })
})

describe('Mailer in memory', () => {
  it('keeps the mails in order', async () => {
    const mailer = new CapturingMailer()
    const mail = { to: 'a@example.com', text: '' }
    mailer.post({ ...mail, subject: 'first' })
    await mailer.send({ ...mail, subject: 'second' })
    expect(mailer.mails.map(({ subject }) => subject)).toEqual(['first', 'second'])
  })
})
