import { Checkbox, Fieldset, Input, Select, SimpleGrid, Stack } from '@mantine/core'
import { t } from '../../../languages/text.ts'
import { presetOf, presets, type Scope, scopeGroups } from './scope-words.ts'

/** The fields for the scopes of an API key: a preset, and a box for each scope, grouped by resource. */
export function ScopeFields({
  value,
  error,
  onChange,
}: {
  value: readonly Scope[]
  error?: React.ReactNode
  onChange: (scopes: Scope[]) => void
}) {
  const choose = (label: string | null) => {
    const preset = presets.find((one) => one.label === label)
    if (preset !== undefined) onChange([...preset.scopes])
  }
  return (
    <Stack gap="xs">
      <Select
        label={t('Preset')}
        placeholder={t('Your own choice')}
        data={presets.map(({ label }) => label)}
        value={presetOf(value)}
        onChange={choose}
      />
      <Input.Wrapper error={error}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {scopeGroups.map(({ title, scopes }) => (
            <Fieldset key={title} legend={title} p="xs">
              <Checkbox.Group value={[...value]} onChange={(chosen) => onChange(chosen)}>
                <Stack gap="xs">
                  {Object.entries(scopes).map(([scope, words]) => (
                    <Checkbox
                      key={scope}
                      value={scope}
                      label={words.label}
                      description={words.description ?? scope}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            </Fieldset>
          ))}
        </SimpleGrid>
      </Input.Wrapper>
    </Stack>
  )
}
