<?xml version="1.0" encoding="UTF-8"?>
<!-- Makes the list of libraries and their licences out of the bill of materials. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:bom="http://cyclonedx.org/schema/bom/1.6">
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/bom:bom">
    <xsl:text>Trainyard contains these libraries, each under the licence that stands behind it. Their notices are in META-INF of the jars in lib.&#10;</xsl:text>
    <xsl:text>Licences that it may be chosen from are separated by "or".&#10;&#10;</xsl:text>
    <xsl:for-each select="bom:components/bom:component[not(bom:group = 'io.trainyard')]">
      <xsl:sort select="bom:group"/>
      <xsl:sort select="bom:name"/>
      <xsl:value-of select="concat(bom:group, ':', bom:name, ' ', bom:version, ' - ')"/>
      <xsl:for-each select="bom:licenses/bom:license/bom:id | bom:licenses/bom:license/bom:name | bom:licenses/bom:expression">
        <xsl:if test="position() &gt; 1"> or </xsl:if>
        <xsl:value-of select="normalize-space(.)"/>
      </xsl:for-each>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
