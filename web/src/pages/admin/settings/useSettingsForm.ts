import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { session } from '@/api/session'
import type { Schema } from '@/api/types'
import { formOf, isSame, mergeForm, SETTINGS_RULES, type SettingsForm } from './settingsForm'

/** What the user typed before they changed to another tab or page, and what was stored then. */
type Draft = { base: SettingsForm; typed: SettingsForm }

/** Key of the draft in the query cache, which is cleared at sign-out. */
const DRAFT = ['unsaved settings']

/** Returns the form, whether it differs from the stored settings, how to apply its changes to later ones, and what to do after saving. */
export function useSettingsForm(settings: Schema<'PlatformSettings'>, intervals: Schema<'Intervals'>) {
  const cache = useQueryClient()
  const stored = formOf(settings, intervals)
  const form = useForm<SettingsForm>({ initialValues: stored, validate: SETTINGS_RULES })
  const draft = useRef(cache.getQueryData<Draft>(DRAFT))
  const base = useRef(stored)
  // Fields that the user has not changed show what others save.
  useEffect(() => {
    const from = draft.current ?? { base: base.current, typed: form.getValues() }
    draft.current = undefined
    base.current = stored
    form.setInitialValues(stored)
    form.setValues(mergeForm(from.base, from.typed, stored))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settings, intervals])
  const isChanged = !isSame(form.values, stored)
  useEffect(() => {
    if (!isChanged) {
      cache.removeQueries({ queryKey: DRAFT })
      return
    }
    // The field shows the text of an invalid time zone only while it is on screen.
    const typed = form.values.time_zone ? form.values : { ...form.values, time_zone: base.current.time_zone }
    cache.setQueryDefaults(DRAFT, { gcTime: Infinity })
    cache.setQueryData<Draft>(DRAFT, { base: base.current, typed })
    const user = session.get()?.user.id
    const ask = (event: BeforeUnloadEvent) => {
      // After another user has signed in, the page is loaded again.
      if (!session.expired() && session.get()?.user.id === user) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [cache, isChanged, form.values])
  const onSaved = (values: SettingsForm) => {
    base.current = values
    cache.removeQueries({ queryKey: DRAFT })
  }
  const changesOf = (typed: SettingsForm) => {
    const from = base.current
    return (others: SettingsForm) => mergeForm(from, typed, others)
  }
  return { form, isChanged, changesOf, onSaved }
}
