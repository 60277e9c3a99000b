import { Group, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../../../../languages/text.ts'
import { colors, hexOf, inkOn } from './color.ts'
import classes from './color-field.module.css'

/** A field for a colour: a few named ones, and any other in hexadecimal digits. */
export function ColorField({
  label,
  value,
  onChange,
}: {
  label: string
  /** The chosen colour, such as "#1d4ed8"; null for none. */
  value: string | null
  onChange: (color: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value ?? '')
  const choose = (color: string) => {
    setTyped(color)
    onChange(color)
  }
  return (
    <Stack gap={6}>
      <span id={id} className={classes['label']}>
        {label}
      </span>
      <Group gap={6} role="group" aria-labelledby={id}>
        {colors.map(([name, hex]) => (
          <UnstyledButton
            key={hex}
            type="button"
            className={classes['swatch']}
            style={{ background: hex, color: inkOn(hex) }}
            aria-label={name}
            aria-pressed={value === hex}
            title={name}
            onClick={() => choose(hex)}
          >
            {value === hex && <Check size={16} aria-hidden />}
          </UnstyledButton>
        ))}
      </Group>
      <TextInput
        label={t('Another colour')}
        placeholder={colors[0]?.[1] ?? ''}
        maw={180}
        value={typed}
        error={
          typed !== '' && hexOf(typed) === null ? t('Enter six hexadecimal digits, as in #1d4ed8') : undefined
        }
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const color = hexOf(currentTarget.value)
          if (color !== null) onChange(color)
        }}
      />
    </Stack>
  )
}
