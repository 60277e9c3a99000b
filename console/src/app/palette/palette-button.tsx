import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isApple } from '../../components/keys/is-apple.ts'
import { showProblem } from '../../components/problem/show-problem.tsx'
import { t } from '../../languages/text.ts'
import type { Palette } from './palette.tsx'
import classes from './palette-button.module.css'

type Shown = typeof Palette

/**
 * Returns the command palette and the function that opens it. The palette keeps its state in a component of its own,
 * so that loading or opening it does not draw the caller again.
 */
export function usePalette() {
  const opener = useRef<() => void>(null)
  const open = useCallback(() => opener.current?.(), [])
  return { open, palette: <LoadedPalette ref={opener} /> }
}

/**
 * Opens the command palette by its keyboard shortcut, or by the function that `ref` receives. The palette's code is
 * loaded 1.5 s after the page, or when it is first opened.
 */
function LoadedPalette({ ref }: { ref: Ref<() => void> }) {
  const [opened, { open, close, toggle }] = useDisclosure()
  // Loads the command palette without `lazy`: React shows suspended content at least 300 ms late, and text
  // typed until then would be lost.
  const [Loaded, setLoaded] = useState<Shown | null>(null)
  // The letters that the user typed after the shortcut, before the palette was loaded.
  const [typed, setTyped] = useState('')
  const load = useCallback(
    () => import('./palette.tsx').then((loaded) => setLoaded(() => loaded.Palette)),
    [],
  )
  const onClose = () => {
    setTyped('')
    close()
  }
  const loadAnd = (change: () => void) => () => {
    // Closes the palette if its code cannot be loaded, so that typed letters reach the page again.
    load().catch((cause: unknown) => {
      onClose()
      showProblem(
        new Error(t('Reload the page, then try again'), { cause }),
        t('The search could not be opened'),
      )
    })
    change()
  }
  useHotkeys([['mod+K', loadAnd(toggle)]], [])
  useImperativeHandle(ref, () => loadAnd(open))
  useEffect(() => {
    // Ignores a failure, because opening the palette loads its code again.
    const timer = setTimeout(() => void load().catch(() => {}), 1_500)
    return () => clearTimeout(timer)
  }, [load])
  const isAwaited = opened && Loaded === null
  // Collects typed letters until the palette is drawn. The listener of a later effect would take a letter from the input.
  useLayoutEffect(() => {
    if (!isAwaited) return undefined
    const keep = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      setTyped((before) => before + event.key)
    }
    addEventListener('keydown', keep)
    return () => removeEventListener('keydown', keep)
  }, [isAwaited])
  return Loaded !== null && <Loaded opened={opened} typed={typed} onClose={onClose} />
}

export function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes['button'] ?? ''}
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Group gap="xs" wrap="nowrap">
        <Search size={16} aria-hidden />
        <Text size="sm" flex={1}>
          {t('Search')}
        </Text>
        <Kbd size="xs" aria-hidden>
          {isApple ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </Group>
    </UnstyledButton>
  )
}

export function PaletteIcon({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" onClick={onClick} aria-label={t('Search')}>
      <Search size={20} aria-hidden />
    </ActionIcon>
  )
}
