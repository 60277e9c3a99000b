import { describe, expect, it, jest } from '@jest/globals'
import { ApiProblem, Unreachable } from '../../../console/src/api/problem.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../console/src/api/spinner/stored-spinner.ts'
import { Draft } from '../../../console/src/pages/spinners/draft/draft.ts'
import { isConflict, isUnsaved } from '../../../console/src/pages/spinners/draft/draft-state.ts'
import { draftOf, stepOf } from '../../../console/src/pages/spinners/steps/step-draft.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const

function stored(revision: number, changes: SpinnerChanges = {}): StoredSpinner {
  const spinner = {
    id: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
    projectId: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
    dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
    name: 'Welcome',
    audience: 'new' as const,
    contact: 'oncePerPerson' as const,
    isExclusive: false,
    exclude: null,
    exits: ['reply' as const, 'bounce' as const, 'unsubscribe' as const],
    reply: { scope: 'everywhere' as const },
    goal: null,
    sendWindow: null,
    pace: null,
    starts: { on: 'call' as const },
    triggerData: [],
    status: 'draft' as const,
    steps: [email],
    publishedVersion: null,
    hasUnpublishedChanges: false,
    pause: null,
    automaticStarts: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    ...changes,
  }
  return { spinner, tag: `"${revision}"` }
}

function problem(code: string, status: number): ApiProblem {
  return new ApiProblem({ ok: false, code, status, message: code, type: '', title: code, requestId: 'r' })
}

/**
 * A test double: `Storage` keeps the changes that a spinner's draft saves. A save fails while `failures` is not
 * empty.
 */
class Storage {
  readonly sent: SpinnerChanges[] = []
  readonly failures: Error[] = []
  /** The steps that answers show in place of the stored ones, because they have hidden values; null for none. */
  hides: StoredSpinner['spinner']['steps'] | null = null
  most = 0
  #running = 0
  #present = stored(1)

  readonly save = async (before: StoredSpinner, changes: SpinnerChanges): Promise<StoredSpinner> => {
    this.sent.push(changes)
    this.most = Math.max(this.most, ++this.#running)
    await Promise.resolve()
    this.#running--
    const failure = this.failures.shift()
    if (failure !== undefined) throw failure
    const shown = this.hides === null ? {} : { steps: this.hides }
    const changed = { ...this.#present.spinner, ...changes, ...shown }
    this.#present = stored(Number(JSON.parse(before.tag)) + 1, changed)
    return this.#present
  }
}

function edited(): { storage: Storage; draft: Draft } {
  const storage = new Storage()
  const draft = new Draft(stored(1), storage.save)
  draft.resume()
  return { storage, draft }
}

/** Returns a publish request for the test that stays pending until the test calls `answer`. */
function publication() {
  let answer: (stored: StoredSpinner) => void = () => undefined
  const answered = new Promise<StoredSpinner>((resolve) => {
    answer = resolve
  })
  return { answer, publish: jest.fn((_stored: StoredSpinner) => answered) }
}

describe('a draft', () => {
  it('is saved a moment after the last change, once for all changes', async () => {
    jest.useFakeTimers()
    const { storage, draft } = edited()
    for (const name of ['W', 'We', 'Wel']) draft.edit({ name })
    await jest.advanceTimersByTimeAsync(700)
    expect(storage.sent).toEqual([])
    await jest.advanceTimersByTimeAsync(200)
    expect(storage.sent).toEqual([{ name: 'Wel' }])
    expect(isUnsaved(draft.state())).toBe(false)
    jest.useRealTimers()
  })

  it('is saved at once if a replaced state is brought back after the page was left', async () => {
    const { storage, draft } = edited()
    draft.edit({ name: 'Before' })
    await draft.flush()
    const before = await draft.exchange(async () => stored(3, { name: 'Version 1' }))
    draft.pause()
    await draft.bringBack(before)
    expect(storage.sent).toEqual([{ name: 'Before' }, { name: 'Before' }])
    storage.failures.push(problem('CONFLICT', 409))
    await expect(draft.bringBack({ ...before, name: 'Later' })).rejects.toThrow('CONFLICT')
  })

  it('keeps a typed value of a header that the API hides, and is saved once', async () => {
    jest.useFakeTimers()
    const { storage, draft } = edited()
    const hook = { type: 'webhook', url: 'https://crm.example.com/', body: '{}' } as const
    const typed = { ...hook, headers: { Authorization: 'Bearer secret' } }
    const hidden = { ...hook, headers: { Authorization: '(hidden)' } }
    storage.hides = [hidden]
    draft.edit({ steps: [draftOf(typed)] })
    await jest.advanceTimersByTimeAsync(10_000)
    expect(storage.sent).toEqual([{ steps: [typed] }])
    expect(isUnsaved(draft.state())).toBe(false)
    expect(draft.state().edited.steps.map(stepOf)).toEqual([typed])
    await draft.act(async () => stored(3, { steps: [hidden] }))
    expect(isUnsaved(draft.state())).toBe(false)
    draft.offer(stored(4, { steps: [hidden], name: 'Of another editor' }))
    expect(draft.state().edited.steps.map(stepOf)).toEqual([hidden])
    expect(isUnsaved(draft.state())).toBe(false)
    jest.useRealTimers()
  })

  it('is saved with incomplete steps', async () => {
    const { storage, draft } = edited()
    draft.edit({ name: 'Renamed', steps: [{ ...draftOf(email), subject: '' } as ReturnType<typeof draftOf>] })
    await draft.flush()
    expect(storage.sent).toEqual([{ name: 'Renamed', steps: [{ ...email, subject: '' }] }])
    expect(isUnsaved(draft.state())).toBe(false)
  })

  it('is saved in one request after the other, up to the last change', async () => {
    const { storage, draft } = edited()
    draft.edit({ name: 'One' })
    const flushed = draft.flush()
    draft.edit({ name: 'Two' })
    expect((await flushed).spinner.name).toBe('Two')
    expect(storage.most).toBe(1)
  })

  it('is saved again automatically after a failed request', async () => {
    jest.useFakeTimers()
    const { storage, draft } = edited()
    storage.failures.push(new Unreachable())
    draft.edit({ audience: 'all' })
    await jest.advanceTimersByTimeAsync(1_000)
    expect(draft.state().failure).not.toBeNull()
    await jest.advanceTimersByTimeAsync(6_000)
    expect(isUnsaved(draft.state())).toBe(false)
    jest.useRealTimers()
  })

  it('waits while the page shows the sign-in, and continues afterwards', async () => {
    jest.useFakeTimers()
    const { storage, draft } = edited()
    storage.failures.push(problem('SESSION_REPLACED', 401))
    draft.edit({ name: 'Typed' })
    await jest.advanceTimersByTimeAsync(1_000)
    draft.pause()
    draft.edit({ name: 'Typed more' })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(storage.sent).toEqual([{ name: 'Typed' }])
    draft.resume()
    await jest.advanceTimersByTimeAsync(1_000)
    expect(storage.sent.at(-1)).toEqual({ name: 'Typed more' })
    expect(isUnsaved(draft.state())).toBe(false)
    jest.useRealTimers()
  })

  it('clears an error after the change was undone', async () => {
    const { storage, draft } = edited()
    storage.failures.push(problem('VALIDATION_FAILED', 422))
    draft.edit({ name: 'Refused' })
    await expect(draft.flush()).rejects.toThrow('VALIDATION_FAILED')
    draft.edit({ name: 'Welcome' })
    await expect(draft.flush()).resolves.toEqual(stored(1))
    draft.pause()
  })

  it('leaves a conflict to the users', async () => {
    const { storage, draft } = edited()
    storage.failures.push(problem('CONFLICT', 409))
    draft.edit({ name: 'Mine' })
    await expect(draft.flush()).rejects.toThrow('CONFLICT')
    draft.edit({ name: 'Mine, too' })
    expect(isConflict(draft.state())).toBe(true)
    await expect(draft.flush()).rejects.toThrow('CONFLICT')
    expect(storage.sent).toHaveLength(1)
    draft.rebase(stored(7, { name: 'Theirs' }))
    expect((await draft.flush()).tag).toBe('"8"')
    draft.pause()
  })

  it('is published as it was saved, and later changes are saved with the new tag', async () => {
    jest.useFakeTimers()
    const { storage, draft } = edited()
    const { answer, publish } = publication()
    draft.edit({ name: 'Published' })
    const published = draft.publish(publish)
    await jest.advanceTimersByTimeAsync(0)
    expect(publish.mock.calls).toEqual([[draft.state().stored]])
    draft.edit({ name: 'Typed meanwhile' })
    await jest.advanceTimersByTimeAsync(5_000)
    expect(storage.sent).toEqual([{ name: 'Published' }])
    answer(stored(7, { name: 'Published' }))
    await published
    await jest.advanceTimersByTimeAsync(1_000)
    expect(storage.sent.at(-1)).toEqual({ name: 'Typed meanwhile' })
    expect(draft.state().stored.tag).toBe('"8"')
    jest.useRealTimers()
  })

  it('is saved before the page is left, even during publishing', async () => {
    const { storage, draft } = edited()
    const { answer, publish } = publication()
    const published = draft.act(publish)
    draft.edit({ name: 'Typed meanwhile' })
    const flushed = draft.flush()
    answer(stored(2))
    await Promise.all([published, flushed])
    expect(storage.sent).toEqual([{ name: 'Typed meanwhile' }])
    draft.pause()
  })

  it('leaves a conflict to the users if others changed it before publishing', async () => {
    const { draft } = edited()
    await expect(draft.publish(() => Promise.reject(problem('CONFLICT', 409)))).rejects.toThrow('CONFLICT')
    expect(isConflict(draft.state())).toBe(true)
    draft.pause()
  })

  it('does not adopt the changes of others that arrive when it is unpublished', async () => {
    const { draft } = edited()
    draft.edit({ name: 'Mine' })
    await draft.act(() => Promise.resolve(stored(7, { name: 'Theirs' })))
    expect(draft.state().stored.tag).toBe('"1"')
    draft.pause()
  })

  it('adopts the changes of others only if it has no unsaved ones', () => {
    const { draft } = edited()
    draft.offer(stored(2, { name: 'Theirs' }))
    expect(draft.state().edited.name).toBe('Theirs')
    draft.edit({ name: 'Mine' })
    draft.offer(stored(3, { name: 'Theirs again' }))
    expect(draft.state().edited.name).toBe('Mine')
    draft.pause()
  })
})
