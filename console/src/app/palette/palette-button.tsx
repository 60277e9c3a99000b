import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Palette as PaletteComponent } from './palette.tsx'
import classes from './palette-button.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the palette, by a click or by its keys from anywhere. It comes once the page has come to rest. */
export function usePalette() {
  const [opened, { open, close, toggle }] = useDisclosure()
  // React shows what it has waited for 300 ms late at the earliest, and what is typed until then is lost.
  const [Palette, setPalette] = useState<typeof PaletteComponent | null>(null)
  const load = useCallback(() => {
    import('./palette.tsx').then((loaded) => setPalette(() => loaded.Palette)).catch(() => {})
  }, [])
  const show = (change: () => void) => () => {
    load()
    change()
  }
  useHotkeys([['mod+K', show(toggle)]], [])
  useEffect(() => {
    const timer = setTimeout(load, 1_500)
    return () => clearTimeout(timer)
  }, [load])
  const palette = Palette !== null && <Palette opened={opened} onClose={close} />
  return { open: show(open), palette }
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
