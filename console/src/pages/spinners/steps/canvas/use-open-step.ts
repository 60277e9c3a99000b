import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Search } from '../../../../components/search-param.ts'
import type { Draft } from '../../draft/draft.ts'
import type { DraftState } from '../../draft/draft-state.ts'
import { useDraftPart } from '../../draft/use-draft.ts'
import { stepsWithPlaces } from '../branches.ts'
import type { StepDraft } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'

export interface OpenStep {
  /** The key of the step whose fields are open. */
  readonly key: string
  /** Opens another step. */
  readonly open: (key: string) => void
}

/**
 * Holds which step of a spinner is open. The page's URL names it by its index, so that links can open a step. The
 * first step that sends a message is open until the user opens another one.
 */
export function useOpenStep(draft: Draft): OpenStep {
  const keys = useDraftPart(draft, keysOf).split(' ')
  const search: Search = useSearch({ strict: false })
  const requested = indexIn(search)
  const [key, setKey] = useState(() => keys[requested ?? -1] ?? firstOpen(draft.state().edited.steps))
  const [isChosen, setChosen] = useState(requested !== null)
  const at = keys.indexOf(key)
  // Opens the step at the same place if the open step is gone, for example after another draft was loaded.
  const [lastAt, setLastAt] = useState(at)
  if (at !== -1 && at !== lastAt) setLastAt(at)
  const present = at === -1 ? (keys[Math.min(lastAt, keys.length - 1)] ?? key) : key
  if (present !== key) setKey(present)

  useIndexInUrl(requested, isChosen && at !== -1 ? at : null, (index) => {
    const target = keys[index]
    if (target !== undefined) setKey(target)
  })
  const open = useCallback((next: string) => {
    setKey(next)
    setChosen(true)
  }, [])
  return { key: present, open }
}

/** Returns the keys of all steps in their order, as a text that stays equal while the user types. */
function keysOf({ edited }: DraftState): string {
  return stepsWithPlaces(edited.steps)
    .map(({ step }) => step.key)
    .join(' ')
}

/** Returns the index of the step that the URL names, counted from 0; null if it names none. */
function indexIn({ step }: Search): number | null {
  const index = Number(step ?? Number.NaN)
  return Number.isInteger(index) && index >= 0 ? index : null
}

/** Returns the key of the first step that sends a message, or else of the first step. */
function firstOpen(steps: readonly StepDraft[]): string {
  const placed = stepsWithPlaces(steps)
  return (placed.find(({ step }) => typeOf(step).sends) ?? placed[0])?.step.key ?? ''
}

/** Writes the index of the open step into the URL, and calls `onLink` when a link has changed the index there. */
function useIndexInUrl(inUrl: number | null, at: number | null, onLink: (index: number) => void): void {
  const navigate = useNavigate()
  /** The indexes that were written, and that the URL does not have yet. */
  const written = useRef<number[]>([])
  const latest = useRef(onLink)
  useEffect(() => {
    latest.current = onLink
  })
  useEffect(() => {
    if (inUrl === null) return
    const place = written.current.indexOf(inUrl)
    if (place === -1) latest.current(inUrl)
    else written.current.splice(0, place + 1)
  }, [inUrl])
  useEffect(() => {
    if (at === null) return
    written.current.push(at)
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, step: at }),
      replace: true,
      resetScroll: false,
    })
  }, [at, navigate])
}
