// Runs before the first paint: sets the color scheme that Mantine would only set after React has started.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is blocked: fall through to the system's scheme.
  }
  var chosen = stored === 'light' || stored === 'dark' ? stored : null
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', chosen || system)
})()
