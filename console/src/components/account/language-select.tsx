import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { chooseLanguage } from '../../languages/choose-language.ts'
import {
  browserLanguage,
  chosenLanguage,
  isLanguage,
  type Language,
  languages,
} from '../../languages/language.ts'
import { t } from '../../languages/text.ts'

/** The value of the choice that follows the settings of the browser. */
const asBrowser = ''

/** The choice of the language of the console in this browser. Each language has its name in itself. */
export function LanguageSelect(props: Omit<NativeSelectProps, 'data' | 'value' | 'onChange'>) {
  return (
    <NativeSelect
      aria-label={t('Language')}
      value={chosenLanguage ?? asBrowser}
      data={[
        {
          value: asBrowser,
          label: t('As in the browser: {language}', { language: languages[browserLanguage] }),
        },
        ...(Object.keys(languages) as Language[]).map((code) => ({ value: code, label: languages[code] })),
      ]}
      onChange={({ currentTarget: { value } }) => chooseLanguage(isLanguage(value) ? value : null)}
      {...props}
    />
  )
}
