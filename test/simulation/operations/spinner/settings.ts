import type { Exit } from '../../../../src/domain/spinner/exit.ts'
import type { SendWindow } from '../../../../src/domain/spinner/send-window.ts'
import type { Settings } from '../../model/known-settings.ts'
import type { Random } from '../../run/random.ts'

/** The numbers by which an input of the simulator names settings, so that a pasted test stays short. */
export type DrawnSettings = {
  readonly audience: string
  readonly contact: string
  readonly window: number
  readonly isExclusive: boolean
  readonly exits: number
  readonly stopsEverywhere: boolean
}

/** The send windows from which the simulator draws. Most spinners get none, so they write at any time. */
const windows: readonly (SendWindow | null)[] = [
  null,
  null,
  null,
  null,
  { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} },
  { days: [6, 7], from: '00:00', to: '24:00', zone: {} },
]

/** The exits from which the simulator draws. A reply, a bounce or an unsubscribe stops a recipient. */
const exits: readonly (readonly Exit[])[] = [
  [],
  ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'],
  ['reply', 'bounce', 'unsubscribe'],
  ['unsubscribe'],
]

export function drawSettings(random: Random): DrawnSettings {
  return {
    audience: random.pick(['new', 'new', 'all']),
    contact: random.pick(['oncePerPerson', 'oncePerPerson', 'oncePerRecord']),
    window: random.below(windows.length),
    isExclusive: random.chance(0.35),
    exits: random.pick([0, 1, 1, 2, 3]),
    stopsEverywhere: random.chance(0.7),
  }
}

export function settingsOf(drawn: DrawnSettings): Settings {
  return {
    audience: drawn.audience === 'all' ? 'all' : 'new',
    contact: drawn.contact === 'oncePerPerson' ? 'oncePerPerson' : 'oncePerRecord',
    isExclusive: drawn.isExclusive,
    exclude: null,
    exits: exits[drawn.exits] ?? [],
    reply: { scope: drawn.stopsEverywhere ? 'everywhere' : 'job' },
    sendWindow: windows[drawn.window] ?? null,
    pace: null,
    goal: null,
  }
}

/** Returns settings in the words of the log of a run. */
export function wordsOfSettings({ audience, contact, isExclusive, sendWindow }: Settings): string {
  return `${audience}, ${contact}${isExclusive ? ', exclusive' : ''}${sendWindow === null ? '' : `, days ${sendWindow.days.join()} ${sendWindow.from}-${sendWindow.to}`}`
}
