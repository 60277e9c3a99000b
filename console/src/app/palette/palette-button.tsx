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
import type { Palette } from './palette.tsx'
import classes from './palette-button.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

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
  const load = useCallback(() => {
    import('./palette.tsx').then((loaded) => setLoaded(() => loaded.Palette)).catch(() => {})
  }, [])
  const loadAnd = (change: () => void) => () => {
    load()
    change()
  }
  useHotkeys([['mod+K', loadAnd(toggle)]], [])
  useImperativeHandle(ref, () => loadAnd(open))
  useEffect(() => {
    const timer = setTimeout(load, 1_500)
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
  const onClose = () => {
    setTyped('')
    close()
  }
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
          Search
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
    <ActionIcon variant="subtle" color="gray" size="lg" onClick={onClick} aria-label="Search">
      <Search size={20} aria-hidden />
    </ActionIcon>
  )
}
