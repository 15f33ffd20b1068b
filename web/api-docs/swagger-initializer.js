/* global SwaggerUIBundle, SwaggerUIStandalonePreset */
window.addEventListener('load', () => {
  window.ui = SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: '/api/openapi.json',
    deepLinking: true,
    layout: 'StandaloneLayout',
    tryItOutEnabled: true,
    filter: true,
    // A token that was typed in stays in this page.
    persistAuthorization: false,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
  })
})
