import { type RefObject, useEffect, useRef } from 'react'
import { takesKeys } from '../../../../components/keys/takes-keys.ts'
import type { Draft } from '../../draft/draft.ts'
import { stepsWithPlaces } from '../branches.ts'
import { listPositionOf } from '../step-tree.ts'
import type { StepActions } from './step-actions.ts'

interface Keys {
  readonly draft: Draft
  /** The actions on the steps; null for viewers. */
  readonly actions: StepActions | null
  readonly openKey: string
  readonly open: (key: string) => void
  /** Opens the menu that adds a step after the open step. */
  readonly onAdd: () => void
}

/**
 * Handles the keys of the canvas. Arrows, letters and Delete work while a step on the canvas has the focus; undo, redo
 * and moving work everywhere on the page. No key works while a field, a menu or a dialog has the focus, because these
 * have keys of their own.
 */
export function useCanvasKeys(canvas: RefObject<HTMLElement | null>, keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || takesKeys(event.target, withOwnKeys)) return
      const isOnCanvas = event.target instanceof Node && canvas.current?.contains(event.target) === true
      const act = actionOf(event, isOnCanvas, latest.current, canvas)
      if (act === null) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [canvas])
}

/** Elements of the editor that have keys of their own. */
const withOwnKeys = '[data-drag], [role="toolbar"]'

type Act = () => void

/** Returns what a pressed key does; null if the canvas has no use for it. */
function actionOf(
  event: KeyboardEvent,
  isOnCanvas: boolean,
  keys: Keys,
  canvas: RefObject<HTMLElement | null>,
): Act | null {
  const { key, altKey, shiftKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  const way = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  if (isCommand && !altKey) return commandOf(key.toLowerCase(), shiftKey, isOnCanvas, keys)
  if (altKey && !isCommand) return way === 0 ? null : moveBy(way, keys)
  if (!isOnCanvas || isCommand || altKey) return null
  if (way !== 0) return openBeside(way, keys, canvas)
  const { actions, openKey, onAdd } = keys
  if (actions === null || event.repeat) return null
  if (key === 'Delete' || key === 'Backspace') return () => actions.remove(openKey)
  return key === 'a' || key === 'Insert' ? onAdd : null
}

function commandOf(key: string, shiftKey: boolean, isOnCanvas: boolean, { actions, openKey }: Keys) {
  if (actions === null) return null
  if (key === 'z') return shiftKey ? actions.redo : actions.undo
  if (key === 'y') return actions.redo
  return key === 'd' && isOnCanvas ? () => actions.duplicate(openKey) : null
}

function moveBy(way: number, { draft, actions, openKey }: Keys): Act | null {
  if (actions === null) return null
  return () => {
    const at = listPositionOf(draft.state().edited.steps, openKey)?.at
    if (at !== undefined) actions.move(openKey, at + way)
  }
}

/** Opens the previous or the next step, and moves the focus to it. */
function openBeside(way: number, { draft, openKey, open }: Keys, canvas: RefObject<HTMLElement | null>): Act {
  return () => {
    const placed = stepsWithPlaces(draft.state().edited.steps)
    const next = placed[placed.findIndex(({ step }) => step.key === openKey) + way]?.step.key
    if (next === undefined) return
    open(next)
    canvas.current?.querySelector<HTMLElement>(`[data-step="${next}"] [data-node]`)?.focus()
  }
}
